package shop;

import jakarta.ejb.Remote;

@Remote
public interface Clock {
    String now();
}
