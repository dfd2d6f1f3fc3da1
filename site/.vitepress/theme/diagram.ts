import { useData, withBase } from 'vitepress';
import { defineComponent, h, onMounted, ref, watch } from 'vue';

type Mermaid = typeof import('mermaid');
const MERMAID = '/mermaid/mermaid.esm.min.mjs';

/** A Mermaid diagram, drawn in the browser as GitHub draws it. Until then, and without scripts, its source is shown. */
export default defineComponent({
  props: { source: { type: String, required: true } },
  setup(props) {
    const code = decodeURIComponent(props.source);
    const { isDark } = useData();
    const drawing = ref('');
    const draw = async (): Promise<void> => {
      const { default: mermaid } = (await import(/* @vite-ignore */ location.origin + withBase(MERMAID))) as Mermaid;
      mermaid.initialize({ startOnLoad: false, theme: isDark.value ? 'dark' : 'neutral' });
      drawing.value = (await mermaid.render('diagram', code)).svg;
    };
    onMounted(draw);
    watch(isDark, draw);
    return () =>
      drawing.value === ''
        ? h('pre', { tabindex: 0 }, code)
        : h('figure', { class: 'diagram', tabindex: 0, innerHTML: drawing.value });
  },
});
