/** Interfaces that both an EJB module and a web module pack. */
@org.jspecify.annotations.NullUnmarked
package io.keelson.ejb.copies;
