/**
 * Entity managers that the container manages: which one a component's calls reach, when it joins a transaction, and when it ends. The
 * proxies have no state of their own and are safe on every thread; the entity managers behind them belong to one transaction or one bean.
 */
@NullMarked
package io.keelson.ee.jpa.context;

import org.jspecify.annotations.NullMarked;
