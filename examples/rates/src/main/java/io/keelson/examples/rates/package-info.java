/**
 * Exchange rates, with MicroProfile: the application asks a bank by a client of REST, goes on without it, knows its callers by tokens,
 * and says how it is. The bank is a resource of its own, so that the example needs nothing else.
 */
package io.keelson.examples.rates;
