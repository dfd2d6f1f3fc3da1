import { make } from '../dom.ts';

const KEPT = 'scriptorium-divider';
const [LEAST, MOST, STEP] = [20, 80, 2];

/** A line between two panes that is moved by pointer or arrow keys; a double click puts it in the middle. */
export function divider(panes: HTMLElement): HTMLElement {
  const element = make('div', {
    className: 'divider',
    tabIndex: 0,
    role: 'separator',
    ariaLabel: 'Width of the pages',
  });
  element.ariaOrientation = 'vertical';
  element.ariaValueMin = `${LEAST}`;
  element.ariaValueMax = `${MOST}`;
  let percent = 50;
  const move = (to: number): void => {
    percent = Math.min(MOST, Math.max(LEAST, to));
    panes.style.setProperty('--left', `${percent}`);
    element.ariaValueNow = `${Math.round(percent)}`;
    localStorage.setItem(KEPT, `${percent}`);
  };
  const drag = (event: PointerEvent): void => {
    const left = element.previousElementSibling!.getBoundingClientRect().left;
    const { right } = panes.getBoundingClientRect();
    move((100 * (event.clientX - left)) / (right - left));
  };
  element.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    element.focus();
    element.setPointerCapture(event.pointerId);
    element.addEventListener('pointermove', drag);
  });
  element.addEventListener('lostpointercapture', () => element.removeEventListener('pointermove', drag));
  element.addEventListener('dblclick', () => move(50));
  element.addEventListener('keydown', (event) => {
    const to = { ArrowLeft: percent - STEP, ArrowRight: percent + STEP, Home: LEAST, End: MOST }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  });
  move(Number(localStorage.getItem(KEPT)) || 50);
  return element;
}
