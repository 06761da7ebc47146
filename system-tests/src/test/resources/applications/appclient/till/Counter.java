package till;

import jakarta.ejb.Remote;

@Remote
public interface Counter {
    int add(int amount);

    String caller();
}
