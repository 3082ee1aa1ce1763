/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/tasks/student.h"

#include <math.h>

/* The probability of |T| <= t: a finite sum over powers of cos^2 of the angle atan(t / sqrt(n)),
 * which ends early where they vanish. */
static double
probability(double t, unsigned degrees)
{
    const double angle = atan(t / sqrt(degrees));
    const double cosine = cos(angle), square = cosine * cosine;
    const unsigned odd = degrees % 2;
    double term = odd ? cosine : 1, sum = degrees > 1 ? term : 0;

    for (unsigned k = 2 + odd; k < degrees; k += 2) {
        term *= square * (k - 1) / k;
        sum += term;
        if (term < sum * 1e-18)
            break;
    }
    return odd ? 2 / M_PI * (angle + sin(angle) * sum) : sin(angle) * sum;
}

double
student_quantile(double share, unsigned degrees)
{
    double low = 0, high = 1;

    while (probability(high, degrees) < share && high < 1e300)
        high *= 2;
    for (int i = 0; i < 200 && low < high; i++) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            break;
        if (probability(middle, degrees) < share)
            low = middle;
        else
            high = middle;
    }
    return high;
}
