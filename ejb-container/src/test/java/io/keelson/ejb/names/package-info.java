/** Beans of one module that mean different things by one name. */
package io.keelson.ejb.names;
