package weblogic.cluster.singleton;

/** Stands for what applications that were written for WebLogic bring or are given. */
public interface SingletonService {
    void activate();

    void deactivate();
}
