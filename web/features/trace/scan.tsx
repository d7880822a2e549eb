import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { readCode } from '../../../contract/trace/code.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './scan.module.css';

/** Not in TypeScript's library: https://wicg.github.io/shape-detection-api/#barcode-detection-api */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;
const detectorClass = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** milliseconds between two looks at the picture */
const pace = 250;

const words = {
  none: '这个浏览器不能在网页里扫码。请用手机自带的相机或微信“扫一扫”对准标签上的二维码，会直接打开这件产品的溯源页；也可以照着标签输入溯源码。',
  refused: '没有拿到摄像头的许可。请在浏览器的地址栏里允许使用摄像头后再试，或照着标签输入溯源码。',
  missing: '没有找到可用的摄像头，请照着标签输入溯源码。',
} as const;

/** Looks through the camera for a label's QR code, and goes to its page. Nothing of the picture leaves the device. */
export function Scan({ onClose }: { onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const navigate = useNavigate();
  const able = detectorClass !== undefined && navigator.mediaDevices !== undefined;
  const [trouble, setTrouble] = useState<keyof typeof words | undefined>(able ? undefined : 'none');
  const [foreign, setForeign] = useState(false);

  useEffect(() => {
    if (!able || !detectorClass) return undefined;
    const detector = new detectorClass({ formats: ['qr_code'] });
    let over = false;
    let stream: MediaStream | undefined;
    const look = async () => {
      while (!over) {
        await new Promise((resolve) => setTimeout(resolve, pace));
        const element = video.current;
        if (over || !element || element.readyState < 2) continue;
        const found = await detector.detect(element).catch(() => []);
        for (const { rawValue } of found) {
          const read = readCode(rawValue);
          if ('fault' in read) {
            setForeign(true);
            continue;
          }
          over = true;
          onClose();
          void navigate(`/trace/${read.code}`);
          return;
        }
      }
    };
    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: 'environment' }, audio: false })
      .then(async (given) => {
        stream = given;
        if (over || !video.current) return given.getTracks().forEach((track) => track.stop());
        video.current.srcObject = given;
        await video.current.play();
        void look();
        return undefined;
      })
      .catch((error: unknown) => {
        const name = error instanceof DOMException ? error.name : '';
        setTrouble(name === 'NotAllowedError' || name === 'SecurityError' ? 'refused' : 'missing');
      });
    return () => {
      over = true;
      stream?.getTracks().forEach((track) => track.stop());
    };
  }, [able, navigate, onClose]);

  return (
    <Dialog open title="扫描溯源码" onClose={onClose} actions={<Button onClick={onClose}>关闭</Button>}>
      {trouble ? (
        <p className={styles.words}>{words[trouble]}</p>
      ) : (
        <>
          <div className={styles.frame}>
            <video ref={video} muted playsInline aria-label="摄像头画面" />
          </div>
          <p className={styles.words} role="status">
            {foreign
              ? '这个二维码不是溯源码，请对准产品标签上的那一个。'
              : '把标签上的二维码放进框里，画面只在这台设备上处理。'}
          </p>
        </>
      )}
    </Dialog>
  );
}
