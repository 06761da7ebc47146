/**
 * Interceptor chains: which methods run around a call or a life-cycle event of a bean, in which order, and how. Chains are put
 * together once at deployment; a running invocation is confined to its thread.
 *
 * <p>Specification: Jakarta Interceptors 2.2, chapters 2 and 5; Enterprise Beans 4.0 Core, chapter 7.
 */
@org.jspecify.annotations.NullMarked
package io.keelson.ejb.interceptor;
