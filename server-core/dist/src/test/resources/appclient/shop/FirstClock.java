package shop;

import jakarta.ejb.Stateless;

@Stateless
public class FirstClock implements Clock {
    @Override
    public String now() {
        return "first";
    }
}
