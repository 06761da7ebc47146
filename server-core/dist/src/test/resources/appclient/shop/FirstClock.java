package shop;

import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;

@Stateless
@EJB(name = "java:app/clocks/Other", beanInterface = Clock.class, beanName = "SecondClock")
public class FirstClock implements Clock {
    @Override
    public String now() {
        return "first";
    }
}
