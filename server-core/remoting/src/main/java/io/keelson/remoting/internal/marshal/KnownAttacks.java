package io.keelson.remoting.internal.marshal;

import java.util.List;

/**
 * Packages of classes that are publicly known as links of chains. Such a chain turns a stream into a command, or reaches out of the process
 * while it is read. A pattern of an allow-list does not open them; a class's full name does.
 */
final class KnownAttacks {
    private static final List<String> PREFIXES = List.of(
            // The JDK: what is wanted of it is in the list of platform classes.
            "java.",
            "javax.",
            "jdk.",
            "sun.",
            "com.sun.",
            "org.w3c.",
            "org.xml.",
            "org.ietf.",
            // Libraries.
            "bsh.",
            "ch.qos.logback.",
            "clojure.",
            "com.alibaba.",
            "com.atomikos.",
            "com.caucho.",
            "com.fasterxml.jackson.",
            "com.ibatis.",
            "com.mchange.",
            "com.mysql.",
            "com.opensymphony.",
            "com.rometools.",
            "com.teradata.",
            "com.thoughtworks.xstream.",
            "com.vaadin.",
            "com.zaxxer.hikari.",
            "freemarker.",
            "groovy.",
            "io.netty.",
            "javassist.",
            "net.bytebuddy.",
            "net.sf.cglib.",
            "net.sf.ehcache.",
            "net.sf.json.",
            "ognl.",
            "org.apache.axis",
            "org.apache.batik.",
            "org.apache.bcel.",
            "org.apache.click.",
            "org.apache.commons.beanutils",
            "org.apache.commons.collections",
            "org.apache.commons.configuration",
            "org.apache.commons.dbcp",
            "org.apache.commons.fileupload",
            "org.apache.commons.jelly",
            "org.apache.commons.jxpath",
            "org.apache.commons.logging",
            "org.apache.commons.proxy",
            "org.apache.ibatis.",
            "org.apache.jasper.",
            "org.apache.log4j.",
            "org.apache.logging.",
            "org.apache.myfaces.",
            "org.apache.naming.",
            "org.apache.openjpa.",
            "org.apache.shiro.",
            "org.apache.tomcat.",
            "org.apache.velocity.",
            "org.apache.wicket.",
            "org.apache.xalan.",
            "org.apache.xbean.",
            "org.apache.xerces.",
            "org.apache.xpath.",
            "org.aspectj.",
            "org.clojure.",
            "org.codehaus.groovy.",
            "org.codehaus.jackson.",
            "org.eclipse.jetty.",
            "org.h2.",
            "org.hibernate.",
            "org.javasimon.",
            "org.jboss.",
            "org.jgroups.",
            "org.jruby.",
            "org.mozilla.javascript.",
            "org.mvel2.",
            "org.postgresql.",
            "org.python.",
            "org.quartz.",
            "org.reflections.",
            "org.springframework.",
            "org.zkoss.",
            "oracle.jdbc.",
            "scala.",
            "weblogic.");

    private KnownAttacks() {}

    static boolean among(String className) {
        return PREFIXES.stream().anyMatch(className::startsWith);
    }
}
