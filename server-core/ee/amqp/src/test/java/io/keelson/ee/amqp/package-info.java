/** Tests of AMQP. */
package io.keelson.ee.amqp;
