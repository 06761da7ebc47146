/**
 * Pages (JSP) by Jasper, the expression language by the implementation that Jasper comes with, the standard tags. A part of the
 * server: its jars are opened when the first application with pages is deployed.
 * {@link io.keelson.pages.JasperPagesProvider} is where to begin.
 *
 * <p>Pages are compiled on the execute thread of the request that first asks for one. What belongs to an application lies
 * in its {@code ServletContext} and its temporary directory; the tag library descriptors of the part itself are read once
 * and shared.
 */
@NullMarked
package io.keelson.pages;

import org.jspecify.annotations.NullMarked;
