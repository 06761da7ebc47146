/** Beans that name their work managers. */
package io.keelson.ejb.desk;
