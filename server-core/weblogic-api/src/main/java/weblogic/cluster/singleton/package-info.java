/**
 * The interface of WebLogic's singleton services, so that classes which implement it load here. In a jar of its own, which the
 * server shows to applications; a copy that they bring works, too. The server finds the interface by its name.
 */
package weblogic.cluster.singleton;
