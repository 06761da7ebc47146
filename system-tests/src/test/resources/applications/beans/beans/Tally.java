package beans;

/** The remote interface of a stateful bean; declared by the bean. */
public interface Tally {
    int add(int count);

    String where();

    void end();
}
