package io.keelson.perf;

/** Interface that the study of remote calls calls on WildFly: the remote business interface of a stateless bean. */
public interface EjbEcho {
    /** The same text. */
    String echo(String text);

    /** The same bytes. */
    byte[] echo(byte[] bytes);
}
