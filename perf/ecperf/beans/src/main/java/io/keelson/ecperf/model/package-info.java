/**
 * Entities as the session beans see them, and the rules that need no database. The interfaces say nothing of persistence, so that a
 * variant can be of Jakarta Persistence or of entity beans. Each has one key, a {@code long}. Money is in cents.
 */
package io.keelson.ecperf.model;
