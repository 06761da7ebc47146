/** A chat over WebSocket: one endpoint, one page. */
package io.keelson.examples.chat;
