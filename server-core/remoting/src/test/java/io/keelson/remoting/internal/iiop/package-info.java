/** Tests of GIOP on channels. */
package io.keelson.remoting.internal.iiop;
