/**
 * Levels of the Accelerate State of DevOps Report 2023, the last whose groups are a ladder. A group of the report is as
 * wide as the answers of its survey ("between one day and one week"), so each edge is where the next group begins. Its low
 * group deploys as often as its medium one; here low is everything below medium.
 */
export const report = {
  title: 'Accelerate State of DevOps Report 2023',
  url: 'https://dora.dev/research/2023/dora-report/',
}

const hour = 3_600
const day = 24 * hour
const week = 7 * day
const month = 30 * day

/** Frequencies are per day, times in seconds, rates are shares. */
export const table = {
  deploymentFrequency: {
    elite: { edge: 1, text: 'at least 1 a day' },
    high: { edge: 1 / 7, text: 'at least 1 a week' },
    medium: { edge: 1 / 30, text: 'at least 1 a month' },
  },
  leadTime: {
    elite: { edge: day, text: 'less than 1 day' },
    high: { edge: week, text: 'less than 1 week' },
    medium: { edge: month, text: 'less than 1 month' },
  },
  changeFailureRate: {
    elite: { edge: 0.05, text: 'at most 5%' },
    high: { edge: 0.1, text: 'at most 10%' },
    medium: { edge: 0.15, text: 'at most 15%' },
  },
  recoveryTime: {
    elite: { edge: hour, text: 'less than 1 hour' },
    high: { edge: day, text: 'less than 1 day' },
    medium: { edge: week, text: 'less than 1 week' },
  },
}
