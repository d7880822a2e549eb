import { z } from 'zod';
import type { Call } from '../../contract/call.ts';
import { envelopeSchema } from '../../contract/envelope.ts';
import { errorKinds } from '../../contract/errors.ts';

/** The OpenAPI 3.1 description of every call, made from the calls themselves. */
export function openapi(calls: readonly Call[]): object {
  const paths: Record<string, object> = {};
  for (const call of calls) {
    const input = schemaOf(call.input, 'input');
    const operation = {
      operationId: call.path.split('/').slice(2).join('_'),
      summary: call.summary,
      security: call.auth === 'anyone' ? [{}, { token: [] }] : [{ token: [] }],
      ...(call.method === 'GET'
        ? { parameters: parametersOf(input) }
        : { requestBody: { content: contentOf(call, input) } }),
      responses: {
        200: {
          description: 'success',
          content: { 'application/json': { schema: schemaOf(envelopeSchema(call.output), 'output') } },
        },
        default: {
          description: Object.entries(errorKinds)
            .map(([kind, { code, status }]) => `${code} ${kind} (HTTP ${status})`)
            .join('; '),
        },
      },
    };
    paths[call.path] = { [call.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '智能家具产业链',
      version: '1.0.0',
      description: 'Form-encoded calls; every answer is an envelope with error_code 0 on success.',
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}

type JsonSchema = { type?: string; properties?: Record<string, JsonSchema>; required?: string[] } & Record<
  string,
  unknown
>;

// What the wire carries in a form is text; transforms say nothing about their input, which is then any text.
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return rest;
}

function contentOf(call: Call, input: JsonSchema) {
  if (!call.takesFile) return { 'application/x-www-form-urlencoded': { schema: input } };
  const file = { type: 'string', format: 'binary' };
  return {
    'multipart/form-data': {
      schema: { ...input, type: 'object', properties: { ...input.properties, file }, required: ['file'] },
    },
  };
}

function parametersOf(input: JsonSchema) {
  return Object.entries(input.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: input.required?.includes(name) ?? false,
    schema,
  }));
}
