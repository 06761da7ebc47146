/** Beans of {@code PoolSettingsIT}. */
package io.keelson.ejb.pool;
