<%@ page contentType="text/plain;charset=UTF-8" %><%@ taglib prefix="c" uri="jakarta.tags.core" %><c:forEach begin="1" end="3" var="i">${i * i} </c:forEach>
