/** An application that calls the web service of another. */
package io.keelson.ee.soap.caller;
