/**
 * Entities and stores by Jakarta Persistence. Columns have the names of the fields in the database's way; {@code schema.sql} makes
 * the tables.
 */
package io.keelson.ecperf.jpa;
