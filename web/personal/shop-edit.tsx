import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  defaultShopName,
  getMyShop,
  type OwnShop,
  saveMyShop,
  shopIntroductionField,
  shopNameField,
} from '../../contract/shop.ts';
import { stages } from '../../contract/stages/index.ts';
import { pictureAt } from '../../contract/pictures.ts';
import { splitList } from '../../contract/wire.ts';
import { send } from '../client/transport.browser.ts';
import { sendImage } from '../features/uploads.ts';
import { useAreas } from '../features/areas.ts';
import { page } from '../portal/route-record.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { ChoicesControl } from '../ui/form/choice-control.tsx';
import { Frame } from '../ui/form/frame.tsx';
import { ImagesControl } from '../ui/form/images-control.tsx';
import { RegionControl } from '../ui/form/region-control.tsx';
import { TextControl } from '../ui/form/text-control.tsx';
import { useDraft } from '../ui/form/use-draft.ts';
import { LatePart } from '../ui/late-part.tsx';
import { Loading, Skeleton } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useSending } from '../ui/use-sending.ts';
import { unfinished } from '../ui/form/uploads.ts';
import styles from './shop.module.css';

export const handle = page({ name: 'my-shop-edit', under: 'personal', title: '编辑店铺', ground: 'mist' });

const load = () => send(getMyShop, {});
const thumb = (url: string) => pictureAt(url, 320);

/** What one's own shop says of itself; everybody sees it at once. */
export default function ShopEdit() {
  return (
    <section className={styles.sheet}>
      <LatePart
        load={load}
        skeleton={
          <Loading count={4}>
            <Skeleton height="1rem" />
          </Loading>
        }
      >
        {(shop) => <ShopForm shop={shop} />}
      </LatePart>
    </section>
  );
}

function ShopForm({ shop }: { shop: OwnShop }) {
  const navigate = useNavigate();
  const areas = useAreas(true);
  const [base] = useState(() => ({
    shop_name: shop.shop_name === defaultShopName ? '' : shop.shop_name,
    introduction: shop.introduction,
    region: splitList(shop.region),
    stages: splitList(shop.stages),
    avatar_url: shop.avatar_url === '' ? [] : [shop.avatar_url],
  }));
  const draft = useDraft(`omo.draft.shop.${shop.user_id}`, base);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string>();
  const [pending, setPending] = useState(0);
  const [busy, once] = useSending();
  const text = (key: 'shop_name' | 'introduction') => {
    const value = draft.values[key];
    return { id: key, value: typeof value === 'string' ? value : '', error: errors[key], onChange: change(key) };
  };
  const list = (key: 'region' | 'stages' | 'avatar_url') => {
    const value = draft.values[key];
    return { id: key, value: Array.isArray(value) ? [...value] : [], error: errors[key], onChange: change(key) };
  };
  const change = (key: string) => (value: string | readonly string[]) => {
    draft.change(key, value);
    setErrors(({ [key]: _, ...rest }) => rest);
  };

  async function save() {
    setRefusal(undefined);
    if (pending > 0) return setErrors({ avatar_url: unfinished('店铺头像') });
    const region = list('region').value;
    if (region.length === 1) return setErrors({ region: '请选择城市' });
    const reply = await once(() =>
      send(saveMyShop, {
        shop_name: text('shop_name').value,
        introduction: text('introduction').value,
        region: region.join(','),
        stages: list('stages').value.join(','),
        avatar_url: list('avatar_url').value[0] ?? '',
      }),
    );
    if (!reply) return;
    if (!reply.ok) {
      setErrors(reply.fields);
      setRefusal(Object.keys(reply.fields).length === 0 ? reply.message : undefined);
      return;
    }
    draft.discard();
    toast('店铺已保存，公开的店铺已经更新');
    void navigate('/personal/shop/shop');
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h1>编辑店铺</h1>
      <Frame
        id="shop_name"
        label={shopNameField.label}
        hint={shopNameField.hint}
        required={false}
        error={errors.shop_name}
      >
        <TextControl {...text('shop_name')} max={30} placeholder={defaultShopName} />
      </Frame>
      <Frame id="avatar_url" label="店铺头像" hint="不传就用您的头像" required={false} error={errors.avatar_url} group>
        <ImagesControl
          {...list('avatar_url')}
          max={1}
          cover={false}
          upload={sendImage}
          thumb={thumb}
          onPending={setPending}
        />
      </Frame>
      <Frame
        id="introduction"
        label={shopIntroductionField.label}
        hint={shopIntroductionField.hint}
        required={false}
        error={errors.introduction}
      >
        <TextControl {...text('introduction')} max={300} rows={4} />
      </Frame>
      <Frame id="region" label="所在地" required={false} error={errors.region} group>
        <RegionControl {...list('region')} areas={areas} />
      </Frame>
      <Frame id="stages" label="承接的环节" hint="可多选" required={false} error={errors.stages} group>
        <ChoicesControl
          {...list('stages')}
          options={stages.map(({ number, name }) => ({ value: String(number), label: name }))}
        />
      </Frame>
      {refusal && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
      <div className={styles.formActs}>
        <Button type="submit" tone="pine" size="strong" busy={busy}>
          保存店铺
        </Button>
        <ButtonLink to="/personal/shop/shop" size="strong">
          返回
        </ButtonLink>
      </div>
    </form>
  );
}
