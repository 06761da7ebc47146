/**
 * The embeddable container of Enterprise Beans: a server without ports that runs the beans of the caller's class path in the caller's JVM.
 *
 * <p>{@link io.keelson.embedded.beans.BeanContainerProvider} is found by {@code EJBContainer.createEJBContainer}. The container that it
 * makes owns a server, its temporary domain and one application; closing it ends all of them. See docs/manual/embedded-server.md.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 18 Embeddable Usage.
 */
@NullMarked
package io.keelson.embedded.beans;

import org.jspecify.annotations.NullMarked;
