// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Colours as different eyes see them.

// How colours look without one kind of the eye's cones (Machado, Oliveira, Fernandes 2009), on linear
// RGB, and in OKLab, where distances are as they are seen.
export const eyes = {
    all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
};
const times = (matrix, vector) => matrix.map(row => row.reduce((sum, factor, i) => sum + factor * vector[i], 0));
export function perceived(colour, matrix) {
    const linear = /(\d+), (\d+), (\d+)/.exec(colour).slice(1).map(v => v / 255)
        .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    const cones = times([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005]], times(matrix, linear).map(v => Math.min(1, Math.max(0, v))));
    return times([[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660]], cones.map(Math.cbrt));
}
