import type { Send } from './call.ts';
import type { Stage } from './stages/stage.ts';

/** Below the base path: where a page that is alive asks the router for the routes that its links lead to. */
export const manifestPath = '/__manifest';

/** What every page shows of the firm that runs the portal; all of it comes from the settings. */
export interface SiteFacts {
  readonly name: string;
  /** consultation phone, as shown */
  readonly phone: string;
  readonly hours: string;
  /** ICP filing number, linked to beian.miit.gov.cn */
  readonly icp: string;
  /** public-security filing number, as shown */
  readonly police: string;
  /** licence for value-added telecom services; '' when there is none */
  readonly licence: string;
  /** `https://…` of the portal without base path, for canonical addresses; '' leaves them out */
  readonly origin: string;
  /** address of map tiles with {z}, {x} and {y}, in GCJ-02; '' for a plain ground */
  readonly mapTiles: string;
  /** who is to be named for the tiles */
  readonly mapAttribution: string;
}

/**
 * What the server hands to the page handler with each render. Public pages are rendered anonymously (rulings §6), so
 * `send` carries no user.
 */
export interface PageDeps {
  readonly send: Send;
  readonly site: SiteFacts;
  /** the chain that this process serves; tests add to it (rulings §1) */
  readonly stages: readonly Stage[];
  /** names what the page shows; the page is dropped from the cache when one of the names is invalidated */
  readonly tag: (...tags: string[]) => void;
  /** says that hardly anybody else will ask for just this page: it is not kept, nor pushes out those that are */
  readonly unkept: () => void;
  /** said above a page that shows a draft as if it were published; absent on every other */
  readonly preview?: string;
  /** writes what went wrong while rendering to the log */
  readonly report: (error: unknown) => void;
}
