import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import type { Route } from './+types/root';
import { pageContext } from './client/page-context.ts';
import { useRouteRecord } from './portal/route-record.ts';
import { shellData } from './portal/shell-data.server.ts';
import { useAlive } from './ui/deferred.tsx';
import mark from './ui/mark.svg?no-inline';
import './ui/tokens.css';
import './ui/base.css';

export async function loader({ context }: Route.LoaderArgs) {
  return shellData(context.get(pageContext));
}

/** Settings and catalogue do not change while someone looks at the portal. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const { handle } = useRouteRecord();
  useAlive();
  return (
    <html lang="zh-CN" data-ground={handle.ground} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#1F6B57" />
        <link rel="icon" type="image/svg+xml" href={mark} />
        <link rel="apple-touch-icon" href={`${import.meta.env.BASE_URL}apple-touch-icon.png`} />
        <link rel="manifest" href={`${import.meta.env.BASE_URL}site.webmanifest`} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}
