package shop;

import jakarta.ejb.Stateless;

@Stateless
public class SecondClock implements Clock {
    @Override
    public String now() {
        return "second";
    }
}
