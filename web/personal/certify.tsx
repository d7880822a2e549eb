import { lazy, Suspense } from 'react';
import { Navigate } from 'react-router';
import { certifyPath } from '../features/certification/path.ts';
import { useShellData } from '../portal/route-record.ts';
import { useUser } from '../session.ts';
import { Loading, Skeleton } from '../ui/states.tsx';

/** The form brings its rules along: a chunk of its own. */
const CertifyPage = lazy(async () => {
  const { CertifyPage: page } = await import('../features/certification/certify-page.tsx');
  return { default: page };
});

/** A page of one kind of account; who has the other is led to the right one (feature A-07). */
export function Certify({ individuals }: { individuals: boolean }) {
  const user = useUser();
  const phone = useShellData()?.site.phone ?? '';
  if (!user) return null;
  if ((user.account_type === 1) !== individuals) return <Navigate to={certifyPath(user.account_type)} replace />;
  return (
    <Suspense
      fallback={
        <Loading count={3}>
          <Skeleton height="1.6rem" />
        </Loading>
      }
    >
      <CertifyPage key={user.token} user={user} servicePhone={phone} />
    </Suspense>
  );
}
