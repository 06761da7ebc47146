/**
 * The container of enterprise beans as a room of the server: its subsystem and its part in deployments. See
 * docs/design/enterprise-beans.md. State is with
 * each deployment.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, chapters 4, 10 and 14.
 */
@org.jspecify.annotations.NullMarked
package io.keelson.ejb;
