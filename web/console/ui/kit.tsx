import { ConfigProvider, type ThemeConfig } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { type ReactNode, useState } from 'react';

/** antd takes its colours and its type from the portal's own tokens, as they stand in this document. */
function themeOfTokens(): ThemeConfig {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    token: {
      colorPrimary: token('pine'),
      colorInfo: token('pine'),
      colorLink: token('pine'),
      colorSuccess: token('success'),
      // As words too: the plain one is too pale to be read on its own ground.
      colorWarning: token('warning-ink'),
      colorError: token('danger'),
      // What antd makes of colours as dark as these is grey.
      colorSuccessBg: token('pine-pale'),
      colorSuccessBorder: token('pine-line'),
      colorInfoBg: token('pine-pale'),
      colorInfoBorder: token('pine-line'),
      colorWarningBg: token('warning-pale'),
      colorWarningBorder: token('line'),
      colorErrorBg: token('danger-pale'),
      colorErrorBorder: token('line'),
      colorText: token('ink'),
      colorTextSecondary: token('ink-2'),
      colorTextTertiary: token('ink-3'),
      colorTextDescription: token('ink-2'),
      colorTextPlaceholder: token('ink-3'),
      colorBorder: token('line'),
      colorBorderSecondary: token('line'),
      colorBgLayout: token('mist'),
      // What is chosen or pressed in a list of options.
      controlItemBgActive: token('pine-pale'),
      controlItemBgActiveHover: token('pine-pale'),
      controlItemBgHover: token('mist'),
      controlOutline: token('pine-line'),
      fontFamily: token('font'),
      fontSize: 14,
      borderRadius: 4,
      borderRadiusLG: 8,
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    },
    components: {
      Table: {
        headerBg: token('paper'),
        headerColor: token('ink-2'),
        cellPaddingBlockSM: 6,
        rowHoverBg: token('mist'),
      },
    },
  };
}

// Months and weekdays of the pickers.
dayjs.locale('zh-cn');

/** Stands once around all that is drawn with antd; in the browser only (decision 0038). */
export function Kit({ children }: { children: ReactNode }) {
  const [theme] = useState(themeOfTokens);
  return (
    <ConfigProvider locale={zhCN} theme={theme} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  );
}
