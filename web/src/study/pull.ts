/** A moving picture of how to pull, for pages of instructions. style.css moves it, unless the browser is to show little motion. */
export function pullPicture(label: string): string {
  return `<svg class="novphy-pull" viewBox="0 0 320 130" role="img" aria-label="${label}">
    <path class="ground" d="M0 118h320v12H0z"/>
    <path class="way" d="M92 52Q180 -28 268 96"/>
    <path class="sling" d="M92 118V74M92 78L80 52M92 78l12-26"/>
    <g class="pig"><circle cx="280" cy="104" r="14"/><circle class="eye" cx="275" cy="101" r="3"/><ellipse cx="280" cy="109" rx="5" ry="3.5"/></g>
    <g class="bird"><circle cx="92" cy="54" r="10"/><circle class="eye" cx="95" cy="51" r="3"/><path class="beak" d="M100 54l9 3-9 3z"/></g>
    <path class="hand" d="M92 54l5 24 5-8 9-1z"/>
  </svg>`;
}
