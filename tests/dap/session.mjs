// SPDX-License-Identifier: LGPL-2.1-or-later
//
// `predictor debug --dap` driven by the client that editors' makers test adapters with:
//   node session.mjs NODE_MODULES PREDICTOR SAMPLES PARAMS
// Results as TAP.
import { createRequire } from 'node:module';
import net from 'node:net';
import { spawn } from 'node:child_process';

const [modules, predictor, samples, params] = process.argv.slice(2);
const { DebugClient } = createRequire(modules + '/')('@vscode/debugadapter-testsupport');
const source = samples + '/unbalanced_fault.fdv';
const launchArguments = { trace: samples + '/unbalanced_fault.trc', params: params + '/network.par', topology: '4' };

let n = 0;
function result(name, findings) {
    console.log((findings.length ? 'not ok ' : 'ok ') + ++n + ' - dap: ' + name);
    for (const finding of findings)
        console.log('# ' + String(finding).replaceAll('\n', '\n# '));
}
const equal = (name, actual, expected) => result(name, JSON.stringify(actual) === JSON.stringify(expected)
    ? [] : ['is ' + JSON.stringify(actual) + ', expected ' + JSON.stringify(expected)]);

// A client whose adapter has a program, stopped at the start.
async function begin(more = {}) {
    const client = new DebugClient(predictor, '', 'predictor');
    client._runtime = predictor; // the program itself, not a script for a runtime
    client._executable = 'debug';
    client._spawnOptions = {};
    const child = spawn(predictor, ['debug', '--dap'], { stdio: ['pipe', 'pipe', 'inherit'] });
    client._adapterProcess = child;
    client.connect(child.stdout, child.stdin);
    client.defaultTimeout = 30000;
    const entry = client.waitForEvent('stopped');
    await Promise.all([client.waitForEvent('initialized').then(() => client.configurationDoneRequest()),
        client.initializeRequest({ adapterID: 'predictor', linesStartAt1: true, pathFormat: 'path', supportsProgressReporting: true })
            .then(() => client.launchRequest({ ...launchArguments, stopOnEntry: true, ...more }))]);
    const stopped = await entry;
    return { client, child, stopped };
}

async function end({ client, child }) {
    const gone = new Promise(resolve => child.on('exit', code => resolve(code)));
    await client.disconnectRequest();
    child.stdin.end();
    return gone;
}

// The event that the request leads to.
async function after(client, request) {
    const stopped = client.waitForEvent('stopped');
    await request;
    return (await stopped).body;
}
const value = async (client, expression) =>
    (await client.evaluateRequest({ expression, context: 'watch' })).body.result;

async function top(client, stopped) {
    const stack = await client.stackTraceRequest({ threadId: stopped.threadId });
    return stack.body.stackFrames[0];
}

async function refused(promise) {
    try {
        await promise;
        return 'done';
    } catch (error) {
        return 'refused';
    }
}

async function forwardsAndBackwards() {
    const session = await begin();
    const { client } = session;
    equal('the entry', session.stopped.body.reason, 'entry');
    const set = await client.setBreakpointsRequest({ source: { path: source }, breakpoints: [{ line: 24 }, { line: 1 }, { line: 9999 }] });
    equal('breakpoints: found, moved on to the next line with calls, refused',
        set.body.breakpoints.map(b => [b.verified, b.line >= 24]), [[true, true], [true, false], [false, false]]);
    await client.setBreakpointsRequest({ source: { path: source }, breakpoints: [{ line: 24 }] });
    const places = [];
    let stopped;
    for (let i = 0; i < 3; i++) {
        stopped = await after(client, client.continueRequest({ threadId: 1 }));
        const frame = await top(client, stopped);
        equal('continue ' + i, [stopped.reason, frame.line, frame.source.path], ['breakpoint', 24, source]);
        places.push([await value(client, 'position'), await value(client, 'elapsed')]);
    }
    for (let i = 1; i >= 0; i--) {
        stopped = await after(client, client.reverseContinueRequest({ threadId: 1 }));
        equal('back ' + i, [stopped.reason, await value(client, 'position'), await value(client, 'elapsed')],
            ['breakpoint', ...places[i]]);
    }
    await after(client, client.stepInRequest({ threadId: 1 }));
    await after(client, client.stepBackRequest({ threadId: 1 }));
    equal('a step and back', [await value(client, 'position'), await value(client, 'elapsed')], places[0]);
    const over = await after(client, client.nextRequest({ threadId: 1 }));
    const out = await after(client, client.stepOutRequest({ threadId: 1 }));
    result('next and out move on', over.reason && out.reason && Number(await value(client, 'position')) > Number(places[0][0]) ? [] : [over, out]);
    equal('the exit status', await end(session), 0);
}

async function conditions() {
    const session = await begin();
    const { client } = session;
    await client.setBreakpointsRequest({ source: { path: source }, breakpoints: [{ line: 24, hitCondition: '5' }] });
    await after(client, client.continueRequest({ threadId: 1 }));
    const fifth = await value(client, 'position');
    await client.setBreakpointsRequest({ source: { path: source }, breakpoints: [{ line: 24 }] });
    await after(client, client.restartRequest({}));
    let last;
    for (let i = 0; i < 5; i++)
        last = await after(client, client.continueRequest({ threadId: 1 }));
    equal('hit counts', [last.reason, await value(client, 'position')], ['breakpoint', fifth]);
    const limit = await value(client, 'elapsed');
    await after(client, client.restartRequest({}));
    await client.setBreakpointsRequest({ source: { path: source }, breakpoints: [{ line: 24, condition: 'elapsed >= ' + 0.999 * Number(limit) }] });
    await after(client, client.continueRequest({ threadId: 1 }));
    equal('conditions', await value(client, 'position'), fifth);
    const wrong = await client.setBreakpointsRequest({ source: { path: source }, breakpoints: [{ line: 24, condition: 'clock(' }] });
    equal('a condition that is none', wrong.body.breakpoints[0].verified, false);
    await client.setBreakpointsRequest({ source: { path: source }, breakpoints: [] });
    const functions = await client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'nonsense_' }, { name: 'strtsh_' }] });
    equal('function breakpoints', functions.body.breakpoints.map(b => b.verified), [false, true]);
    await after(client, client.restartRequest({}));
    const call = await after(client, client.continueRequest({ threadId: 1 }));
    equal('a call', call.reason, 'function breakpoint');
    await client.setFunctionBreakpointsRequest({ breakpoints: [] });
    await end(session);
}

async function filters() {
    const session = await begin();
    const { client } = session;
    await client.setExceptionBreakpointsRequest({ filters: [], filterOptions: [{ filterId: 'wait', condition: '0.01' }] });
    let stopped = await after(client, client.continueRequest({ threadId: 1 }));
    const info = await client.exceptionInfoRequest({ threadId: stopped.threadId });
    equal('the filter wait', [stopped.reason, info.body.exceptionId], ['exception', 'wait']);
    result('who waited', /processors? .* waited /.test(stopped.text) ? [] : [stopped.text]);
    await client.setExceptionBreakpointsRequest({ filters: [], filterOptions: [{ filterId: 'alarm', condition: '0.2' }] });
    await after(client, client.restartRequest({}));
    stopped = await after(client, client.continueRequest({ threadId: 1 }));
    result('the filter alarm', stopped.reason === 'exception' && Number(await value(client, 'elapsed')) >= 0.2 ? [] : [stopped]);
    const wrong = await client.setExceptionBreakpointsRequest({ filters: ['nonsense', 'alarm'] });
    equal('filters that are none', wrong.body.breakpoints.map(b => b.verified), [false, false]);
    await end(session);
}

async function views() {
    const session = await begin();
    const { client } = session;
    await client.setBreakpointsRequest({ source: { path: source }, breakpoints: [{ line: 24 }] });
    const stopped = await after(client, client.continueRequest({ threadId: 1 }));
    const threads = (await client.threadsRequest()).body.threads;
    result('threads are classes of processors', threads.length && threads.every(t => /^processors? /.test(t.name)) ? [] : threads);
    const stack = (await client.stackTraceRequest({ threadId: stopped.threadId })).body;
    result('frames are intervals, MAIN last', stack.stackFrames.at(-1).name === 'MAIN' && stack.totalFrames === stack.stackFrames.length
        ? [] : [JSON.stringify(stack)]);
    const scopes = (await client.scopesRequest({ frameId: stack.stackFrames[0].id })).body.scopes;
    equal('scopes', scopes.map(s => s.name), ['Clock', 'Interval', 'Arrays', 'Pending operations', 'Machine']);
    for (const scope of scopes) {
        const variables = (await client.variablesRequest({ variablesReference: scope.variablesReference })).body.variables;
        result('scope ' + scope.name, variables.length && variables.every(v => v.name !== undefined && v.value !== undefined) ? [] : [JSON.stringify(variables)]);
    }
    const hover = await client.evaluateRequest({ expression: 'clock(0)', context: 'hover', frameId: stack.stackFrames[0].id });
    result('hover', Number(hover.body.result) > 0 ? [] : [hover.body.result]);
    const status = await client.evaluateRequest({ expression: 'status', context: 'repl' });
    result('commands', /processors/.test(status.body.result) ? [] : [status.body.result]);
    const moved = await after(client, client.evaluateRequest({ expression: 'goto 0', context: 'repl' }));
    equal('a command that moves', [moved.reason, await value(client, 'position')], ['entry', '0']);
    const lines = await client.customRequest('breakpointLocations', { source: { path: source }, line: 1, endLine: 30 });
    result('breakpoint locations', lines.body.breakpoints.some(b => b.line === 24) ? [] : [JSON.stringify(lines.body)]);
    const targets = (await client.gotoTargetsRequest({ source: { path: source }, line: 24 })).body.targets;
    await client.setBreakpointsRequest({ source: { path: source }, breakpoints: [] });
    const gone = await after(client, client.gotoRequest({ threadId: 1, targetId: targets[0].id }));
    equal('goto', [gone.reason, (await top(client, gone)).line], ['goto', 24]);
    const text = await client.sourceRequest({ source: { path: source }, sourceReference: 0 });
    result('source', text.body.content.includes('DISTRIBUTE') ? [] : ['no source']);
    const words = await client.completionsRequest({ text: 'revers', column: 7 });
    equal('completions', words.body.targets.map(t => t.label), ['reverse-continue']);
    await end(session);
}

// Requests that come while it runs, that are nonsense, or that come too early.
async function disorder() {
    const child = spawn(predictor, ['debug', '--dap'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const early = new DebugClient('', '', 'predictor');
    early.connect(child.stdout, child.stdin);
    equal('before initialize', await refused(early.threadsRequest()), 'refused');
    await early.initializeRequest();
    equal('before launch', await refused(early.threadsRequest()), 'refused');
    equal('no trace', await refused(early.launchRequest({ trace: samples + '/missing.trc', params: params + '/network.par' })), 'refused');
    equal('no machine', await refused(early.launchRequest({ trace: launchArguments.trace, params: 'infniband-hdr' })), 'refused');
    equal('a wrong topology', await refused(early.launchRequest({ ...launchArguments, topology: '4xx' })), 'refused');
    await early.launchRequest(launchArguments);
    equal('an unknown request', await refused(early.customRequest('nonsense')), 'refused');
    child.stdin.write('Content-Length: 3\r\n\r\n{{{');
    child.stdin.write('Content-Length: none\r\n\r\n');
    equal('nonsense between', (await early.threadsRequest()).success, true);
    const gone = new Promise(resolve => child.on('exit', code => resolve(code)));
    child.stdin.end();
    equal('the end of input', await gone, 0);

    const session = await begin({ trace: samples + '/gauss_elimination.trc', topology: '2' });
    const stopped = session.client.waitForEvent('stopped');
    session.client.continueRequest({ threadId: 1 });
    session.client.pauseRequest({ threadId: 1 });
    result('a pause', ['pause'].includes((await stopped).body.reason) ? [] : [(await stopped).body.reason]);
    const terminated = session.client.waitForEvent('terminated');
    await session.client.terminateRequest();
    await terminated;
    await end(session);
}

// On a port of this machine, one client after another.
async function port() {
    const server = net.createServer().listen(0, '127.0.0.1');
    await new Promise(resolve => server.on('listening', resolve));
    const number = server.address().port;
    await new Promise(resolve => server.close(resolve));
    const child = spawn(predictor, ['debug', '--dap=' + number], { stdio: ['ignore', 'inherit', 'inherit'] });
    for (let turn = 0; turn < 2; turn++) {
        let socket;
        for (let tries = 0; !socket && tries < 100; tries++) {
            socket = await new Promise(resolve => {
                const one = net.connect(number, '127.0.0.1', () => resolve(one));
                one.on('error', () => setTimeout(() => resolve(undefined), 50));
            });
        }
        const client = new DebugClient('', '', 'predictor');
        client.connect(socket, socket);
        await client.initializeRequest();
        await client.launchRequest({ ...launchArguments, stopOnEntry: true });
        const stopped = await after(client, client.configurationDoneRequest());
        equal('a port, client ' + turn, stopped.reason, 'entry');
        await client.disconnectRequest();
        socket.end();
    }
    child.kill();
}

for (const part of [forwardsAndBackwards, conditions, filters, views, disorder, port]) {
    try {
        await part();
    } catch (error) {
        result(part.name, [error.stack ?? error]);
    }
}
console.log('1..' + n);
process.exit(0);
