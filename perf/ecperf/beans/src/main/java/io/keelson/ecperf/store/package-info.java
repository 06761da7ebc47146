/**
 * The seam to persistence: local interfaces of one bean for each domain. The session beans see entities through these only, so that
 * another EJB JAR with other beans is another variant of the application. All methods need a transaction.
 */
package io.keelson.ecperf.store;
