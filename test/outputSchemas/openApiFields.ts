import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod/v4';

/** The parts of an OpenAPI schema that say which fields and types a value has. */
interface OpenApiSchema {
	$ref?: string;
	type?: string | string[];
	enum?: unknown[];
	properties?: Record<string, OpenApiSchema>;
	items?: OpenApiSchema;
	allOf?: OpenApiSchema[];
	anyOf?: OpenApiSchema[];
}

interface OpenApi {
	components: { schemas: Record<string, OpenApiSchema> };
}

const FILE = join(__dirname, '../../docs/openapi.yaml');
const { components } = z.custom<OpenApi>().parse(parse(readFileSync(FILE, 'utf8')));

/** A field of a response, such as `schedules[].date`. */
export interface OpenApiField {
	path: string;
	isNullable: boolean;
}

/** Returns the fields of a schema in docs/openapi.yaml. */
export function openApiFields(schemaName: string): OpenApiField[] {
	const nullable = new Map<string, boolean>();
	collectFields({ $ref: `#/components/schemas/${schemaName}` }, '', nullable);
	return [...nullable].map(([path, isNullable]) => ({ path, isNullable }));
}

function collectFields(schema: OpenApiSchema, path: string, nullable: Map<string, boolean>): void {
	const { $ref, type = [], enum: values = [], properties = {}, items, allOf = [], anyOf = [] } = schema;
	const isNullable = [type].flat().includes('null') || values.includes(null);
	if (path !== '') nullable.set(path, isNullable || nullable.get(path) === true);
	if ($ref !== undefined) collectFields(referenced($ref), path, nullable);
	for (const part of [...allOf, ...anyOf]) collectFields(part, path, nullable);
	for (const [name, property] of Object.entries(properties)) {
		collectFields(property, path === '' ? name : `${path}.${name}`, nullable);
	}
	if (items) collectFields(items, `${path}[]`, nullable);
}

function referenced($ref: string): OpenApiSchema {
	const schema = components.schemas[$ref.replace('#/components/schemas/', '')];
	if (!schema) throw new Error(`docs/openapi.yaml has no ${$ref}`);
	return schema;
}
