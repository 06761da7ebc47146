package bank;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;

@WebService(targetNamespace = "urn:bank")
public class Bank {
    public String transfer(@WebParam(name = "to") String to, @WebParam(name = "amount") int amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("nothing to transfer");
        }
        return amount + " to " + to;
    }
}
