'use client'

import { useEffect } from 'react'

/**
 * Keeps the place of the keyboard where an action takes away what had the focus: it goes to the row that it was in, the
 * next one, the one before, or the heading of the section.
 */
export function KeepFocus() {
  useEffect(() => {
    const area = document.querySelector('main')
    if (!area) return
    let places: Element[] = []
    const remember = ({ target }: FocusEvent) => {
      places = target instanceof Element ? placesFrom(target) : []
    }
    const forget = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && places[0]?.contains(target))) places = []
    }
    const restore = () => {
      if (places[0]?.isConnected !== false || document.activeElement !== document.body) return
      const place = places.find(({ isConnected }) => isConnected)
      if (!(place instanceof HTMLElement)) return
      place.tabIndex = -1
      place.focus()
    }
    const observer = new MutationObserver(restore)
    observer.observe(area, { childList: true, subtree: true })
    area.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', forget)
    return () => {
      observer.disconnect()
      area.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', forget)
    }
  }, [])
  return null
}

/** An element, and where the focus may go once it is gone, best first. */
function placesFrom(element: Element): Element[] {
  const row = element.closest('li, tr')
  const section = element.closest('section[aria-labelledby]')
  const heading = document.getElementById(section?.getAttribute('aria-labelledby') ?? '')
  const places = [element, row, row?.nextElementSibling, row?.previousElementSibling, heading]
  return places.filter((place) => place instanceof Element)
}
