/**
 * Session beans as resources and providers. {@code RestBeans} is immutable; what RESTEasy makes of it is confined to the requests that
 * RESTEasy runs.
 *
 * <p>Specification: RESTful Web Services 4.0, 11.2.4 Enterprise Java Beans.
 */
@NullMarked
package io.keelson.ee.rest.bean;

import org.jspecify.annotations.NullMarked;
