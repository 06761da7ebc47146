/** The application of the tests. */
package io.keelson.websocket.webapp;
