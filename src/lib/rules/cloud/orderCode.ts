import type { OrderDraft } from './order.ts';

export const codeKinds = ['curl', 'json', 'tofu'] as const;
export type CodeKind = (typeof codeKinds)[number];

/** Quotes a text for a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The request body, including defaults, so that the code is complete. A typed password isn't shown. */
function orderBody({ plan, isCustom, cpu, ram, disk, userData, password, ...draft }: OrderDraft): object {
  return {
    ...(isCustom ? { isCustom, cpu, ram, disk } : { plan }),
    ...draft,
    password: password.type === 'custom' ? { type: 'custom', value: 'YOUR-PASSWORD' } : password,
    ...(userData.trim() !== '' && { userData }),
  };
}

/** A value as an expression of OpenTofu. In its strings `${` and `%{` begin templates. */
function hcl(value: unknown, indent: string): string {
  if (Array.isArray(value)) return `[${value.map((one) => hcl(one, indent)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value).replace(/[$%]\{/g, (sign) => `${sign[0]}${sign}`);
  const inner = `${indent}  `;
  const lines = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([name, one]) => `${inner}${name} = ${hcl(one, inner)}`);
  return `{\n${lines.join('\n')}\n${indent}}`;
}

/** The same order as code. @param api base URL of the API, without trailing slash */
export function orderCode(kind: CodeKind, draft: OrderDraft, api: string): string {
  const body = orderBody(draft);
  const json = JSON.stringify(body, null, 2);
  if (kind === 'json') return `${json}\n`;
  if (kind === 'curl')
    return `curl ${quoted(`${api}/server/order/create`)} \\
  -H "Authorization: Bearer $API_KEY" \\
  -H 'Content-Type: application/json' \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -d ${quoted(json)}
`;
  return `terraform {
  required_providers {
    restapi = { source = "Mastercard/restapi" }
  }
}

variable "api_key" {
  type      = string
  sensitive = true
}

provider "restapi" {
  uri                  = ${JSON.stringify(api)}
  write_returns_object = true
  headers = {
    Authorization = "Bearer \${var.api_key}"
    Content-Type  = "application/json"
  }
}

resource "restapi_object" "server" {
  create_path  = "/server/order/create"
  path         = "/server/manage/get"
  read_path    = "/server/manage/get?serverId={id}"
  id_attribute = "servers/0/id"
  data = jsonencode(${hcl(body, '  ')})

  lifecycle {
    ignore_changes  = all
    prevent_destroy = true
  }
}
`;
}
