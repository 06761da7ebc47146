/** An application that sends and reads mail. */
package io.keelson.ee.mail.post;
