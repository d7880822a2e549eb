import type { ReactNode } from 'react';
import type { StageField } from '../../../contract/stages/stage.ts';
import { ChoicesControl, SelectControl } from './choice-control.tsx';
import { DocumentsControl } from './documents-control.tsx';
import { Frame } from './frame.tsx';
import { ImagesControl } from './images-control.tsx';
import { LocationControl, type PointMap } from './location-control.tsx';
import { MomentControl } from './moment-control.tsx';
import { type Areas, RegionControl } from './region-control.tsx';
import { RowsControl } from './rows-control.tsx';
import { TextControl } from './text-control.tsx';
import type { Upload } from './uploads.ts';
import { type FilmMeans, VideoControl } from './video-control.tsx';

/** What controls need beside their value. */
export interface FormMeans {
  readonly uploadImage: Upload;
  readonly uploadDocument: Upload;
  /** for forms that ask for a film: sends one, and takes a still out of one */
  readonly film?: FilmMeans;
  /** for forms that ask for a point */
  readonly map?: PointMap;
  readonly thumb: (url: string) => string;
  readonly documentName: (url: string) => string;
  /** undefined while it is being fetched */
  readonly areas: Areas | undefined;
  /** milliseconds since 1970 */
  readonly now: number;
  /** whether the first of several pictures stands for all; it does where nothing is said */
  readonly cover?: boolean;
}

interface Props {
  field: StageField;
  value: string | readonly string[] | undefined;
  error?: string;
  aside?: ReactNode;
  onChange: (value: string | readonly string[]) => void;
  /** how many files of this field are on their way or failed */
  onPending: (count: number) => void;
  means: FormMeans;
  /** of a film: the picture that stands for it until it begins */
  companion?: { value: string; onChange: (value: string) => void };
}

/** Days ahead offered for a deadline. */
const usualDays = [3, 7, 15, 30];

/** The one place that turns a field of the catalogue into a control. It knows kinds of widgets, no stage. */
export function FieldControl({ field, value, error, aside, onChange, onPending, means, companion }: Props) {
  const { key: id, label, required, hint, widget } = field;
  const text = { id, error, required, value: typeof value === 'string' ? value : '', onChange };
  const list = { id, error, value: Array.isArray(value) ? [...(value as readonly string[])] : [], onChange };
  const frame = { id, label, required, hint, error, aside };
  switch (widget.kind) {
    case 'text':
      return (
        <Frame {...frame}>
          <TextControl {...text} max={widget.max} inputMode={widget.inputMode} />
        </Frame>
      );
    case 'textarea':
      return (
        <Frame {...frame}>
          <TextControl {...text} max={widget.max} rows={widget.rows} />
        </Frame>
      );
    case 'number':
      return (
        <Frame {...frame}>
          <TextControl {...text} unit={widget.unit} inputMode="numeric" />
        </Frame>
      );
    case 'money':
      return (
        <Frame {...frame}>
          <TextControl {...text} unit={widget.unit} inputMode="decimal" />
        </Frame>
      );
    case 'select':
      return (
        <Frame {...frame}>
          <SelectControl {...text} options={widget.options} placeholder={`请选择${label}`} />
        </Frame>
      );
    case 'moment':
      return (
        <Frame {...frame}>
          <MomentControl {...text} now={means.now} ahead={usualDays} />
        </Frame>
      );
    case 'choices':
      return (
        <Frame {...frame} group>
          <ChoicesControl {...list} options={widget.options} />
        </Frame>
      );
    case 'regions':
      return (
        <Frame {...frame} group>
          <RegionControl {...list} areas={means.areas} />
        </Frame>
      );
    case 'images':
      return (
        <Frame {...frame} group>
          <ImagesControl
            {...list}
            max={widget.max}
            upload={means.uploadImage}
            onPending={onPending}
            thumb={means.thumb}
            cover={means.cover}
          />
        </Frame>
      );
    case 'documents':
      return (
        <Frame {...frame} group>
          <DocumentsControl
            {...list}
            max={widget.max}
            accept={widget.accept}
            upload={means.uploadDocument}
            onPending={onPending}
            nameOf={means.documentName}
          />
        </Frame>
      );
    case 'video':
      if (!means.film || !companion) throw new Error('this form takes no films');
      return (
        <Frame {...frame} group>
          <VideoControl
            {...text}
            {...means.film}
            uploadImage={means.uploadImage}
            thumb={means.thumb}
            poster={companion.value}
            onPoster={companion.onChange}
            onPending={onPending}
          />
        </Frame>
      );
    case 'location':
      if (!means.map) throw new Error('this form shows no map');
      return (
        <Frame {...frame} group>
          <LocationControl {...text} map={means.map} />
        </Frame>
      );
    case 'rows':
      return (
        <Frame {...frame} group>
          <RowsControl {...text} columns={widget.columns} max={widget.max} />
        </Frame>
      );
  }
}
