// Loads n8n-nodes-scriptorium by n8n's own loader and runs its node in n8n's own context: URL, key, file, its address.
// The store of credentials is a stand-in, since n8n's needs its database.
const assert = require('node:assert/strict');
const { readFileSync } = require('node:fs');
const { dirname } = require('node:path');
// oxlint-disable-next-line import/no-unassigned-import -- n8n-core needs what it adds to Reflect
require('reflect-metadata');
const { BinaryDataService, ExecuteContext, PackageDirectoryLoader } = require('n8n-core');
const { Container } = require('@n8n/di');
const { ICredentialsHelper, Workflow, createRunExecutionData } = require('n8n-workflow');

const [server, key, file, address] = process.argv.slice(2);

class Credentials extends ICredentialsHelper {
  getParentTypes() {
    return [];
  }
  isCredentialUsableByNode() {
    return true;
  }
  async getDecrypted() {
    return { server, key };
  }
  async getCredentials() {
    throw new Error('not stored');
  }
}

async function main() {
  const loader = new PackageDirectoryLoader(dirname(require.resolve('n8n-nodes-scriptorium/package.json')));
  await loader.loadAll();
  const [described] = loader.types.nodes;
  assert.equal(described.displayName, 'Scriptorium');
  assert.match(described.iconUrl, /scriptorium\.svg$/);
  const [credential] = loader.types.credentials;
  assert.equal(credential.name, 'scriptoriumApi');
  const { type } = loader.getNode('scriptorium');

  // What n8n asks to test credentials.
  const { url, qs } = credential.test.request;
  const asked = `${server}${url}?limit=${qs.limit}`;
  assert.equal((await fetch(asked, { headers: { Authorization: `Bearer ${key}` } })).status, 200);

  const binaryData = Container.get(BinaryDataService);
  await binaryData.init?.();

  const run = async (parameters, items, onError) => {
    const node = {
      id: 'node-1',
      name: 'Scriptorium',
      type: 'scriptorium',
      typeVersion: 1,
      position: [0, 0],
      parameters,
      credentials: { scriptoriumApi: { id: '1', name: 'own' } },
      ...(onError && { onError }),
    };
    const nodeTypes = { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) };
    const workflow = new Workflow({ id: 'w', nodes: [node], connections: {}, active: false, nodeTypes });
    const additional = {
      credentialsHelper: new Credentials(),
      webhookWaitingBaseUrl: 'http://n8n.invalid',
      formWaitingBaseUrl: 'http://n8n.invalid',
    };
    const data = { main: [items] };
    const executeData = { node, data, source: null };
    const state = createRunExecutionData();
    const context = new ExecuteContext(
      workflow,
      workflow.getNode('Scriptorium'),
      additional,
      'manual',
      state,
      0,
      items,
      data,
      executeData,
      [],
    );
    return (await type.execute.call(context))[0];
  };

  const data = readFileSync(file).toString('base64');
  const item = { json: {}, binary: { data: { data, mimeType: 'application/pdf', fileName: 'sample.pdf' } } };
  const [first, second] = await run({ source: 'file', binaryPropertyName: 'data', ocr: 'off' }, [item, item]);
  assert.equal(first.json.markdown, second.json.markdown);
  assert.match(first.json.jobId, /^job-/);
  assert.deepEqual([first.json.warnings, second.pairedItem], [[], 1]);
  const [fetched] = await run({ source: 'url', url: address, ocr: 'auto' }, [{ json: {} }]);
  assert.equal(fetched.json.markdown, first.json.markdown);

  const bad = {
    json: {},
    binary: { data: { data: btoa('\0\u0001\u0002 nothing'), mimeType: 'x/y', fileName: 'a.bin' } },
  };
  const parameters = { source: 'file', binaryPropertyName: 'data', ocr: 'auto' };
  await assert.rejects(run(parameters, [bad]), { name: 'NodeOperationError' });
  const [failed] = await run(parameters, [bad], 'continueRegularOutput');
  assert.match(failed.json.error, /format/i);
  process.stdout.write(`\n${JSON.stringify({ markdown: first.json.markdown })}\n`);
}

main().then(
  () => process.exit(0),
  (error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  },
);
