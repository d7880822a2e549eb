import { resolve } from 'node:path';
import { z } from 'zod';
import { type GatewayName, gatewayNames } from './adapters/gateway/gateway.ts';
import { type AnchorSettings, anchorSettingNames, anchorSettings } from './anchor-settings.ts';
import {
  type AlipaySettings,
  alipaySettings,
  vendorSettingNames,
  type WechatSettings,
  wechatSettings,
} from './gateway-settings.ts';

/**
 * What a process is told from outside (rulings §8), read once at start. Everything else gets its values from here:
 * no other file reads `process.env`.
 */

/** A setting that cannot be used. The message is one line for the operator and names the variable. */
export class SettingsError extends Error {
  readonly variable: string;

  constructor(variable: string, problem: string) {
    super(`${variable}: ${problem}`);
    this.name = 'SettingsError';
    this.variable = variable;
  }
}

const blankIsAbsent = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value);

const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsAbsent, schema.optional());
const text = () => optional(z.string().trim());
const flag = (fallback: boolean) =>
  optional(z.enum(['1', '0', 'true', 'false'], 'must be 1 or 0')).transform((value) =>
    value === undefined ? fallback : value === '1' || value === 'true',
  );
const choice = <const T extends readonly [string, ...string[]]>(values: T, fallback: NoInfer<T[number]>) =>
  optional(z.enum(values, `must be one of ${values.join(', ')}`)).transform(
    (value) => (value ?? fallback) as T[number],
  );
const count = (least: number, most: number, fallback: number) =>
  optional(
    z
      .string()
      .regex(/^\d+$/, `must be a whole number from ${least} to ${most}`)
      .transform(Number)
      .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`),
  ).transform((value) => value ?? fallback);
const link = (protocols: readonly string[]) =>
  optional(
    z
      .string()
      .trim()
      .refine(
        (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
        `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
      ),
  );

/** Address of an HLS playlist, in which `{channel}` may stand for the channel. */
const playlistLink = () =>
  link(['http:', 'https:']).pipe(
    z
      .string()
      .refine(
        (value) => /\.m3u8$/i.test(new URL(value).pathname),
        'must be the address of an HLS playlist (…/{channel}.m3u8)',
      )
      .optional(),
  );

/** What production refuses unless it is named in OMO_ALLOW. */
const exceptions = ['demo', 'generated-secret', 'sandbox-gateway'] as const;
type Exception = (typeof exceptions)[number];

const furtherNames = [...vendorSettingNames, ...anchorSettingNames] as const;
type FurtherSettings = Record<(typeof furtherNames)[number], ReturnType<typeof text>>;

const roles = ['web', 'worker', 'all'] as const;

const variables = z.object({
  NODE_ENV: choice(['development', 'test', 'production'], 'development'),
  PORT: count(0, 65535, 8080),
  HOST: text().transform((value) => value ?? '127.0.0.1'),
  OMO_BASE_PATH: text().pipe(
    z
      .string()
      .regex(/^(\/|(\/[a-z0-9_-]+)+)\/?$/i, 'must be a path such as /omo, of letters, digits, - and _')
      .optional(),
  ),
  OMO_TRACE_ORIGIN: optional(
    z
      .string()
      .trim()
      .regex(/^[^\s+]{1,100}$/, 'must be a name without blanks and plus signs'),
  ),
  OMO_PUBLIC_URL: link(['http:', 'https:']),
  OMO_TRUST_PROXY: text().pipe(
    z
      .string()
      .regex(/^([01]|true|false|[0-9a-f.:/, ]+)$/i, 'must be 1, 0 or addresses of proxies separated by commas')
      .optional(),
  ),
  OMO_ROLE: choice(roles, 'all'),
  OMO_DATA_DIR: text(),
  OMO_TEST_CLOCK: text(),
  DATABASE_URL: link(['postgres:', 'postgresql:']),
  OMO_DATABASE_POOL: count(2, 500, 10),
  OMO_DATABASE_PREPARED: flag(true),
  REDIS_URL: link(['redis:', 'rediss:']),
  OMO_STORAGE: choice(['local', 's3'], 'local'),
  OMO_S3_ENDPOINT: link(['http:', 'https:']),
  OMO_S3_REGION: text(),
  OMO_S3_BUCKET: text(),
  OMO_S3_ACCESS_KEY: text(),
  OMO_S3_SECRET_KEY: text(),
  OMO_S3_PUBLIC_URL: link(['http:', 'https:']),
  OMO_S3_PATH_STYLE: flag(true),
  OMO_SEED: choice(['none', 'demo'], 'none'),
  OMO_DEMO_PASSWORD: text().pipe(
    z
      .string()
      .regex(/^(?=.*[A-Za-z])(?=.*\d).{8,64}$/, 'must be 8 to 64 characters with letters and digits')
      .optional(),
  ),
  OMO_SECRET: text().pipe(z.string().min(32, 'must be at least 32 characters').optional()),
  OMO_PAGES: choice(['built', 'dev'], 'built'),
  OMO_GATEWAY: text()
    .transform((value) => [...new Set((value ?? 'sandbox').split(',').map((part) => part.trim()))])
    .pipe(z.array(z.enum(gatewayNames, `must be of ${gatewayNames.join(', ')}, separated by commas`)).min(1)),
  OMO_SANDBOX_PORT: count(0, 65535, 0),
  ...(Object.fromEntries(furtherNames.map((name) => [name, text()])) as FurtherSettings),
  OMO_SMS: choice(['outbox'], 'outbox'),
  OMO_ALLOW: text()
    .transform((value) =>
      (value ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.enum(exceptions, `may hold ${exceptions.join(', ')}`))),
  OMO_LOG_LEVEL: optional(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be one of fatal, error, warn, info, debug, trace, silent',
    ),
  ),
  OMO_SITE_NAME: text(),
  OMO_SERVICE_PHONE: text(),
  OMO_SERVICE_HOURS: text(),
  OMO_ICP_NUMBER: text(),
  OMO_POLICE_NUMBER: text(),
  OMO_LICENCE_NUMBER: text(),
  OMO_IMPLEMENT_URL: link(['http:', 'https:']),
  OMO_COMMISSION_PERCENT: text().pipe(
    z
      .string()
      .regex(/^\d{1,2}(\.\d{1,2})?$/, 'must be a percentage from 0 to 99.99 with at most two decimals')
      .optional(),
  ),
  OMO_FOUR_EYES_FEN: count(0, 1e12, 5_000_000),
  OMO_MAP_TILES: text().pipe(
    z
      .string()
      .refine(
        (value) =>
          /^https?:\/\/[^{}/]+\/.*$/.test(value) && ['{z}', '{x}', '{y}'].every((part) => value.includes(part)),
        'must be a tile address such as https://tiles.example/{z}/{x}/{y}.png, with one host',
      )
      .optional(),
  ),
  OMO_MAP_ATTRIBUTION: text(),
  OMO_AMAP_KEY: text(),
  OMO_LIVE_URL: playlistLink(),
  OMO_LIVE_PREVIEW_URL: playlistLink(),
  OMO_FFMPEG: text(),
  OMO_HUMAN_WORK: count(1, 1_000_000, 600),
});

export interface S3Settings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** where browsers read files from; the endpoint's bucket when absent */
  readonly publicUrl: string | undefined;
  readonly pathStyle: boolean;
}

export interface Settings {
  readonly production: boolean;
  /** 0 lets the system choose a free port */
  readonly port: number;
  readonly host: string;
  /** path of the pages, without a slash at the end; '' when they lie at the root */
  readonly basePath: string;
  /** what the trace log is called in all that it signs; must stay what it was */
  readonly traceOrigin: string;
  /** where heads of that log are kept outside, and who else signs them */
  readonly anchors: AnchorSettings;
  /** origin under which visitors reach the portal, without a slash at the end; absent: what the process listens on */
  readonly publicUrl: string | undefined;
  /** addresses of proxies whose forwarding headers are believed; true for any, false for none */
  readonly trustProxy: boolean | string;
  /** web answers requests, worker runs jobs and the clock, all does both */
  readonly role: (typeof roles)[number];
  /** absolute */
  readonly dataDir: string;
  /** absent: PostgreSQL from the npm package, in the data folder */
  readonly databaseUrl: string | undefined;
  /** connections at most */
  readonly databasePool: number;
  /** false behind a transaction-pooling PgBouncer older than 1.21 */
  readonly databasePrepared: boolean;
  readonly redisUrl: string | undefined;
  readonly storage: { readonly kind: 'local' } | ({ readonly kind: 's3' } & S3Settings);
  readonly seed: 'none' | 'demo';
  /** whether accounts whose password everybody knows are borne with */
  readonly demoAllowed: boolean;
  /** the one password of all demo accounts */
  readonly demoPassword: string;
  /** built by `npm run build`, or by Vite on demand for those who work on them */
  readonly pages: 'built' | 'dev';
  /** source of every derived key; absent: made at random and kept in the data folder */
  readonly secret: string | undefined;
  /** whom people can pay through, in the order in which they are offered */
  readonly gateways: readonly GatewayName[];
  /** file with seconds by which the clock is moved on; for tests alone */
  readonly testClock: string | undefined;
  /** where the sandbox gateway listens; 0 for any free port */
  readonly sandboxPort: number;
  /** whether a gateway is borne with whose money is not real */
  readonly sandboxAllowed: boolean;
  /** absent unless it is one of the gateways, or its keys are there: it may have taken money before */
  readonly alipay: AlipaySettings | undefined;
  /** as with Alipay */
  readonly wechat: WechatSettings | undefined;
  readonly sms: 'outbox';
  readonly logLevel: string;
  /** what pages show of the firm that runs the portal; '' for what it does not have */
  readonly site: {
    readonly name: string;
    /** consultation phone, as shown */
    readonly phone: string;
    readonly hours: string;
    /** ICP 备案号 */
    readonly icp: string;
    /** 公安备案号 */
    readonly police: string;
    /** 增值电信业务经营许可证号 */
    readonly licence: string;
  };
  /** where /smart/{type}/implement leads (rulings §7) */
  readonly implementUrl: string | undefined;
  /** platform's share of a release in hundredths of a percent, 0 by default (rulings §4) */
  readonly commissionBasisPoints: number;
  /** fen; a withdrawal of more than this is paid once two operators have approved it */
  readonly fourEyesFen: number;
  readonly live: {
    /** HLS playlist of a broadcast, with `{channel}`; absent: the sample, or nothing */
    readonly url: string | undefined;
    /** a short silent one for its cover */
    readonly previewUrl: string | undefined;
    /** whether the sample broadcast may be shown as if it were on air */
    readonly sample: boolean;
  };
  /** derivations of a key that a browser makes, on average, before it may ask for a text message */
  readonly humanWork: number;
  /** program that encodes the sample broadcast anew while demo data is filled in; absent: the one that came along stays */
  readonly ffmpeg: string | undefined;
  /** tiles beneath the points, in GCJ-02; none: a plain ground of our own */
  readonly map: { readonly tiles: string | undefined; readonly attribution: string };
}

/**
 * Reads the settings. Throws a SettingsError for the first value that cannot be used, and in production for what is only
 * fit for trying out: demo accounts, a secret nobody chose, the sandbox gateway (rulings §8).
 */
export function parseSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const parsed = variables.safeParse(env);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new SettingsError(String(issue?.path[0] ?? 'environment'), issue?.message ?? 'cannot be read');
  }
  const v = parsed.data;
  const production = v.NODE_ENV === 'production';
  if (production) guardProduction(v.OMO_ALLOW, v);
  if (v.OMO_ROLE !== 'all' && v.DATABASE_URL === undefined) {
    throw new SettingsError('OMO_ROLE', `${v.OMO_ROLE} needs DATABASE_URL: the embedded database serves one process`);
  }

  return {
    production,
    port: v.PORT,
    host: v.HOST,
    basePath: (v.OMO_BASE_PATH ?? '/omo').replace(/\/$/, ''),
    traceOrigin: v.OMO_TRACE_ORIGIN ?? 'trace.omo.invalid',
    anchors: anchorSettings(v, refuseSetting),
    publicUrl: v.OMO_PUBLIC_URL?.replace(/\/$/, ''),
    trustProxy: trustProxy(v.OMO_TRUST_PROXY ?? '0'),
    role: v.OMO_ROLE,
    dataDir: resolve(v.OMO_DATA_DIR ?? '.data'),
    testClock: v.OMO_TEST_CLOCK,
    databaseUrl: v.DATABASE_URL,
    databasePool: v.OMO_DATABASE_POOL,
    databasePrepared: v.OMO_DATABASE_PREPARED,
    redisUrl: v.REDIS_URL,
    storage: v.OMO_STORAGE === 's3' ? { kind: 's3', ...s3Settings(v) } : { kind: 'local' },
    seed: v.OMO_SEED,
    demoAllowed: !production || v.OMO_ALLOW.includes('demo'),
    demoPassword: v.OMO_DEMO_PASSWORD ?? 'omo2026demo',
    pages: v.OMO_PAGES,
    secret: v.OMO_SECRET,
    gateways: v.OMO_GATEWAY,
    sandboxPort: v.OMO_SANDBOX_PORT,
    sandboxAllowed: !production || v.OMO_ALLOW.includes('sandbox-gateway'),
    ...vendorSettings(v),
    sms: v.OMO_SMS,
    // At a terminal, what goes well is not worth a line of JSON.
    logLevel: v.OMO_LOG_LEVEL ?? (production ? 'info' : 'warn'),
    site: {
      name: v.OMO_SITE_NAME ?? 'OMO 智能家具产业链',
      phone: v.OMO_SERVICE_PHONE ?? (production ? '' : '400-000-0000'),
      hours:
        v.OMO_SERVICE_HOURS ??
        (production || v.OMO_SERVICE_PHONE !== undefined ? '周一至周六 9:00–18:00' : '演示号码，不会接通'),
      icp: v.OMO_ICP_NUMBER ?? '',
      police: v.OMO_POLICE_NUMBER ?? '',
      licence: v.OMO_LICENCE_NUMBER ?? '',
    },
    implementUrl: v.OMO_IMPLEMENT_URL,
    commissionBasisPoints: Math.round(Number(v.OMO_COMMISSION_PERCENT ?? 0) * 100),
    fourEyesFen: v.OMO_FOUR_EYES_FEN,
    live: liveSettings(v, !production || v.OMO_ALLOW.includes('demo')),
    humanWork: v.OMO_HUMAN_WORK,
    ffmpeg: v.OMO_FFMPEG === 'off' ? undefined : (v.OMO_FFMPEG ?? 'ffmpeg'),
    map: { tiles: mapTiles(v), attribution: v.OMO_MAP_ATTRIBUTION ?? '' },
  };
}

/** `{key}` in the address stands for the key, which is thereby known to every visitor. */
function mapTiles({ OMO_MAP_TILES: tiles, OMO_AMAP_KEY: key }: Variables): string | undefined {
  if (!tiles?.includes('{key}')) return tiles;
  if (key === undefined) throw new SettingsError('OMO_AMAP_KEY', 'is needed by {key} in OMO_MAP_TILES');
  return tiles.replaceAll('{key}', encodeURIComponent(key));
}

function trustProxy(value: string): boolean | string {
  if (value === '1' || value === 'true') return true;
  if (value === '0' || value === 'false') return false;
  return value;
}

type Variables = z.infer<typeof variables>;

function guardProduction(allowed: readonly Exception[], v: Variables): void {
  const refuse = (exception: Exception, variable: string, problem: string) => {
    if (!allowed.includes(exception))
      throw new SettingsError(variable, `${problem} (or allow it with OMO_ALLOW=${exception})`);
  };
  if (v.OMO_SEED === 'demo') refuse('demo', 'OMO_SEED', 'demo data and accounts are refused in production, set none');
  if (v.OMO_TEST_CLOCK !== undefined)
    throw new SettingsError('OMO_TEST_CLOCK', 'a clock that can be moved is refused in production');
  if (v.OMO_PAGES === 'dev') throw new SettingsError('OMO_PAGES', 'dev is refused in production, set built');
  if (v.OMO_SECRET === undefined)
    refuse('generated-secret', 'OMO_SECRET', 'production needs a secret of its own, at least 32 characters');
  if (v.OMO_GATEWAY.includes('sandbox'))
    refuse('sandbox-gateway', 'OMO_GATEWAY', 'the sandbox gateway is refused in production, its money is not real');
}

function refuseSetting(variable: string, problem: string): never {
  throw new SettingsError(variable, problem);
}

function vendorSettings(v: Variables): Pick<Settings, 'alipay' | 'wechat'> {
  const refuse = refuseSetting;
  const vendor = v.OMO_GATEWAY.find((name) => name !== 'sandbox');
  if (vendor && v.OMO_PUBLIC_URL === undefined)
    refuse('OMO_PUBLIC_URL', `is needed with OMO_GATEWAY=${vendor}: notifications of payments are sent there`);
  if (v.OMO_GATEWAY.includes('wechat') && v.OMO_WECHAT_URL === undefined && !v.OMO_PUBLIC_URL?.startsWith('https:'))
    refuse('OMO_PUBLIC_URL', 'must be https with OMO_GATEWAY=wechat: WeChat Pay sends notifications nowhere else');
  return {
    alipay: v.OMO_GATEWAY.includes('alipay') || v.OMO_ALIPAY_APP_ID ? alipaySettings(v, refuse) : undefined,
    wechat: v.OMO_GATEWAY.includes('wechat') || v.OMO_WECHAT_APP_ID ? wechatSettings(v, refuse) : undefined,
  };
}

function liveSettings(v: Variables, demoAllowed: boolean): Settings['live'] {
  const { OMO_LIVE_URL: url, OMO_LIVE_PREVIEW_URL: previewUrl } = v;
  if (previewUrl !== undefined && url === undefined)
    throw new SettingsError('OMO_LIVE_PREVIEW_URL', 'is a preview of OMO_LIVE_URL, which is not set');
  for (const [variable, value] of Object.entries({ OMO_LIVE_URL: url, OMO_LIVE_PREVIEW_URL: previewUrl }))
    if (value?.startsWith('http:') && v.OMO_PUBLIC_URL?.startsWith('https:'))
      throw new SettingsError(variable, 'must be https, since pages of https (OMO_PUBLIC_URL) load nothing else');
  return { url, previewUrl, sample: demoAllowed };
}

function s3Settings(v: Variables): S3Settings {
  const need = (variable: 'OMO_S3_ENDPOINT' | 'OMO_S3_BUCKET' | 'OMO_S3_ACCESS_KEY' | 'OMO_S3_SECRET_KEY') => {
    const value = v[variable];
    if (value === undefined) throw new SettingsError(variable, 'is needed with OMO_STORAGE=s3');
    return value;
  };
  return {
    endpoint: need('OMO_S3_ENDPOINT').replace(/\/$/, ''),
    region: v.OMO_S3_REGION ?? 'us-east-1',
    bucket: need('OMO_S3_BUCKET'),
    accessKey: need('OMO_S3_ACCESS_KEY'),
    secretKey: need('OMO_S3_SECRET_KEY'),
    publicUrl: v.OMO_S3_PUBLIC_URL?.replace(/\/$/, ''),
    pathStyle: v.OMO_S3_PATH_STYLE,
  };
}
