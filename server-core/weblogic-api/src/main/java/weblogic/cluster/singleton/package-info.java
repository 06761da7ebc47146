/**
 * The interface of WebLogic's singleton services, so that classes which implement it load here. In a jar of its own, which
 * applications and domains bring: the server finds the interface by its name and depends on nothing of this.
 */
package weblogic.cluster.singleton;
