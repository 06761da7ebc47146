/** A web application, declared by annotations, that tests copy into a WAR. */
package io.keelson.servlet.webapp;
