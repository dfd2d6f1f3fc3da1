import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

/** The server, and a key with the scopes documents:read and documents:write. */
export class ScriptoriumApi implements ICredentialType {
  name = 'scriptoriumApi';
  displayName = 'Scriptorium API';
  documentationUrl = 'https://github.com/scriptorium-md/scriptorium/blob/main/docs/integrations.md#n8n';
  properties: INodeProperties[] = [
    {
      displayName: 'Server',
      name: 'server',
      type: 'string',
      default: 'http://localhost:8080',
      required: true,
      description: 'URL of the server, as n8n reaches it',
    },
    {
      displayName: 'API Key',
      name: 'key',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
    },
  ];
  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.key}}' } },
  };
  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.server}}', url: '/api/scriptorium/v1/jobs', qs: { limit: 1 } },
  };
}
