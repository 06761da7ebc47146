/**
 * The one invocation: every call of an enterprise bean, wherever it comes from, goes through one pipeline of steps that is put
 * together at deployment: security, transaction, instance, interceptors, bean. Each step is a class with one method. Bean kinds
 * differ in the instance step only.
 *
 * <p>A {@link io.keelson.ejb.invocation.BeanCall} is confined to the thread of its call; steps are shared and thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, chapters 4, 8, 9 and 12.
 */
@org.jspecify.annotations.NullMarked
package io.keelson.ejb.invocation;
